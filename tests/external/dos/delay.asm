; delay.com: waits 110 milliseconds by the loop of Turbo Pascal's Delay in a program that was patched against
; "error 200": it believes that a millisecond has 65,535 loops.  It says how many ticks that took, as a letter:
; A is none.
        cpu 8086
        org 100h
        mov ax,40h
        mov es,ax
        mov si,[es:6Ch]
        mov ax,110
        push ax
        push cs
        call delay
        mov ax,40h
        mov es,ax
        mov ax,[es:6Ch]
        sub ax,si
        cmp ax,57
        jbe .s
        mov ax,57
.s:     add al,'A'
        mov ah,1
        xor dx,dx
        int 14h
        mov ax,4C00h
        int 21h
loops   dw 0FFFFh
delay:  mov bx,sp               ; far: milliseconds at +4
        mov cx,[ss:bx+4]
        mov ax,40h
        mov es,ax
        xor di,di
        mov bl,[es:di]
.ms:    mov ax,[loops]
        db 33h,0D2h             ; xor dx,dx
        call inner
        loop .ms
        retf 2
inner:  db 2Dh,1,0              ; sub ax,1
        db 83h,0DAh,0           ; sbb dx,0
        jc .x
        cmp bl,[es:di]
        je inner
.x:     ret
