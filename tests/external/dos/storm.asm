; storm.com: a test door that prints a line of plus signs after each key and two seconds in which nothing comes.
; "a+b" and a 01h 200 times, then END.  +++ is in it, too.  01h is what our driver makes the modem's escape character.
        cpu 8086
        org 100h
        mov si,hi
        call puts
wait_:  mov ah,3
        xor dx,dx
        int 14h
        test al,80h
        jz out_
        test ah,1
        jz wait_
        mov ah,2
        int 14h
        mov cx,40               ; ticks
.t:     hlt
        loop .t
        mov bp,200
.l:     mov si,ab
        call puts
        test bp,7
        jnz .n
        hlt
.n:     dec bp
        jnz .l
        mov si,three
        call puts
        jmp wait_
out_:   mov ax,4C00h
        int 21h
puts:   lodsb
        or al,al
        jz .x
        mov ah,1
        xor dx,dx
        int 14h
        jmp puts
.x:     ret
hi      db 'ready',0
ab      db 'a+b',1,0
three   db '+++END',0
