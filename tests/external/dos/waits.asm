; waits.com: says S, then looks for a key 400 times and waits 10 milliseconds each time, by Turbo Pascal's Delay; then it says how many
; ticks that took, in two hexadecimal digits.
        cpu 8086
        org 100h
        mov ax,40h
        mov es,ax
        mov bp,[es:6Ch]
        mov ax,0153h            ; S
        xor dx,dx
        int 14h
        mov si,400
.l:     mov ah,3
        xor dx,dx
        int 14h
        mov ax,10
        push ax
        push cs
        call delay
        dec si
        jnz .l
        mov ax,40h
        mov es,ax
        mov ax,[es:6Ch]
        sub ax,bp
        push ax
        mov cl,4
        shr al,cl
        call digit
        pop ax
        and al,15
        call digit
.e:     mov ah,3                ; then it stays
        xor dx,dx
        int 14h
        test al,80h
        jnz .e
        mov ax,4C00h
        int 21h
digit:  add al,'0'
        cmp al,'9'
        jbe .d
        add al,7
.d:     mov ah,1
        xor dx,dx
        int 14h
        ret
loops   dw 1900
delay:  mov bx,sp
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
